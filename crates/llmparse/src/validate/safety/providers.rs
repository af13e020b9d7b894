//! Keys of services by how they start: `AKIA...` is Amazon's, `ghp_...` GitHub's.

/// How the keys of a service look.
pub(super) struct Provider {
    pub(super) name: &'static str,
    pub(super) prefix: &'static str,
    /// How many characters follow at least, and at most.
    pub(super) len: (usize, usize),
    /// What may follow besides letters and digits.
    pub(super) extra: &'static str,
}

const fn provider(
    name: &'static str,
    prefix: &'static str,
    len: (usize, usize),
    extra: &'static str,
) -> Provider {
    Provider {
        name,
        prefix,
        len,
        extra,
    }
}

const ANY: usize = 400;

/// Every key that is known; the name of a provider is part of what users see.
pub(super) const PROVIDERS: [Provider; 47] = [
    provider("openai", "sk-", (20, ANY), ""),
    provider("openai", "sk-proj-", (20, ANY), "-_"),
    provider("openai", "sk-svcacct-", (20, ANY), "-_"),
    provider("openai", "sk-admin-", (20, ANY), "-_"),
    provider("anthropic", "sk-ant-", (20, ANY), "-_"),
    provider("openrouter", "sk-or-v1-", (20, ANY), ""),
    provider("aws", "AKIA", (16, 16), ""),
    provider("aws", "ASIA", (16, 16), ""),
    provider("github", "ghp_", (30, ANY), ""),
    provider("github", "gho_", (30, ANY), ""),
    provider("github", "ghu_", (30, ANY), ""),
    provider("github", "ghs_", (30, ANY), ""),
    provider("github", "ghr_", (30, ANY), ""),
    provider("github", "github_pat_", (22, ANY), "_"),
    provider("gitlab", "glpat-", (20, ANY), "-_"),
    provider("google", "AIza", (35, 35), "-_"),
    provider("google", "ya29.", (20, ANY), "-_"),
    provider("google", "GOCSPX-", (20, ANY), "-_"),
    provider("slack", "xoxb-", (10, ANY), "-"),
    provider("slack", "xoxp-", (10, ANY), "-"),
    provider("slack", "xoxa-", (10, ANY), "-"),
    provider("slack", "xoxr-", (10, ANY), "-"),
    provider("slack", "xoxs-", (10, ANY), "-"),
    provider("slack", "xapp-", (10, ANY), "-"),
    provider("slack", "hooks.slack.com/services/", (20, ANY), "/"),
    provider("stripe", "sk_live_", (16, ANY), ""),
    provider("stripe", "sk_test_", (16, ANY), ""),
    provider("stripe", "rk_live_", (16, ANY), ""),
    provider("stripe", "rk_test_", (16, ANY), ""),
    provider("stripe", "whsec_", (16, ANY), "+/="),
    provider("hugging-face", "hf_", (30, 50), ""),
    provider("groq", "gsk_", (30, ANY), ""),
    provider("xai", "xai-", (30, ANY), ""),
    provider("perplexity", "pplx-", (30, ANY), ""),
    provider("replicate", "r8_", (30, ANY), ""),
    provider("nvidia", "nvapi-", (30, ANY), "-_"),
    provider("databricks", "dapi", (32, 32), ""),
    provider("sendgrid", "SG.", (40, ANY), "-_."),
    provider("npm", "npm_", (30, ANY), ""),
    provider("pypi", "pypi-AgE", (40, ANY), "-_"),
    provider("digitalocean", "dop_v1_", (40, ANY), ""),
    provider("shopify", "shpat_", (30, ANY), ""),
    provider("linear", "lin_api_", (30, ANY), ""),
    provider("notion", "ntn_", (30, ANY), ""),
    provider("postman", "PMAK-", (30, ANY), "-"),
    provider("azure", "AccountKey=", (40, ANY), "+/="),
    provider("azure", "SharedAccessKey=", (30, ANY), "+/="),
];
