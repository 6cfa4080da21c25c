//! The token that a server asks for, and the cookie of a browser that has shown it.
//!
//! The cookie is not the token. It is a hash of the token and a secret in the store. It is valid
//! after a restart and worthless once the token has changed. Browsers send cookies to every port of
//! a machine, so with a hash other servers there do not learn the token.
//!
//! Guesses of the token are limited for each address. That limit must not keep out people behind
//! the same address who have a cookie. Nobody can guess the cookie, so it needs no limit.

use std::fmt;

use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use thiserror::Error;

use crate::error::ApiError;
use crate::random;

/// Why a text cannot be a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TokenError {
    /// It is short enough to be guessed.
    #[error("a token has at least {least} characters, this one has {0}; `--token new` makes one",
        least = Token::SHORTEST)]
    Short(usize),
    /// It has a character that nobody can type.
    #[error("a token has no control characters; `--token new` makes one")]
    Control,
}

/// The secret that everybody must show.
#[derive(Clone)]
pub struct Token(String);

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

impl Token {
    /// The fewest characters that cannot be guessed.
    pub const SHORTEST: usize = 16;

    /// Reads a token, without blanks at its ends: people copy them by accident.
    pub fn read(text: &str) -> Result<Self, TokenError> {
        let text = text.trim();
        let count = text.chars().count();
        if count < Self::SHORTEST {
            return Err(TokenError::Short(count));
        }
        if text.contains(char::is_control) {
            return Err(TokenError::Control);
        }
        Ok(Token(text.to_owned()))
    }

    /// Makes a token of 130 random bits.
    pub fn random() -> Result<Self, ApiError> {
        Ok(Token(random::letters(26)?))
    }

    /// As it is written in an address after `?token=`.
    pub fn in_address(&self) -> String {
        utf8_percent_encode(&self.0, NON_ALPHANUMERIC).to_string()
    }

    /// Whether `given` is this token.
    pub(crate) fn is(&self, given: &str) -> bool {
        same_secret(given.trim(), &self.0)
    }

    /// The value of the cookie, in letters and digits.
    pub(crate) fn cookie(&self, secret: &str) -> String {
        let hash = Sha256::new().chain_update(secret).chain_update(&self.0).finalize();
        hash.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// Compares in a time that depends on the lengths alone.
pub(crate) fn same_secret(given: &str, secret: &str) -> bool {
    given.as_bytes().ct_eq(secret.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_compared_whole() {
        assert!(same_secret("abc", "abc"));
        assert!(!same_secret("abd", "abc") && !same_secret("ab", "abc") && !same_secret("", "abc"));
    }

    #[test]
    fn short_and_unseen_tokens_are_refused() {
        for (text, why) in [
            ("", TokenError::Short(0)),
            ("                    ", TokenError::Short(0)),
            ("éééééééééééééé\u{e9}", TokenError::Short(15)),
            ("0123456789\nabcdef", TokenError::Control),
            ("0123456789\u{1b}abcdef", TokenError::Control),
        ] {
            assert_eq!(Token::read(text).err(), Some(why), "{text:?}");
        }
        let token = Token::read(" a&b #c%d+e;f=g/é? ").expect("a token");
        assert!(token.is("a&b #c%d+e;f=g/é?") && !token.is("a&b"));
        assert_eq!(token.in_address(), "a%26b%20%23c%25d%2Be%3Bf%3Dg%2F%C3%A9%3F");
    }

    #[test]
    fn random_tokens_differ_and_need_no_encoding() {
        let (one, two) = (Token::random().expect("random"), Token::random().expect("random"));
        assert_ne!(one.0, two.0);
        assert_eq!(one.in_address(), one.0);
        assert!(Token::read(&one.0).is_ok());
    }

    #[test]
    fn the_cookie_depends_on_token_and_secret() {
        let (one, two) = (Token("a".repeat(16)), Token("b".repeat(16)));
        assert_ne!(one.cookie("s"), two.cookie("s"));
        assert_ne!(one.cookie("s"), one.cookie("t"));
        assert!(one.cookie("s").bytes().all(|byte| byte.is_ascii_alphanumeric()));
    }
}
