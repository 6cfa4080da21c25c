//! How a program is started: its command, and files that it needs in a folder of its own.

use std::borrow::Cow;

/// Files of a launch: names relative to its folder, and contents.
pub type Files = Vec<(String, Cow<'static, [u8]>)>;

/// Placeholder in the words of a [`Launch`] for the folder that its files are written to.
pub const FOLDER: &str = "{bridge}";

/// A program to run and the files that it needs in a folder of its own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Launch {
    /// The program and its arguments; [`FOLDER`] in them stands for the folder of the files.
    pub words: Vec<String>,
    /// Names relative to that folder, and contents.
    pub files: Files,
}

impl Launch {
    /// A program that needs no files of its own.
    pub fn plain(words: &[String]) -> Self {
        Launch {
            words: words.to_vec(),
            files: Vec::new(),
        }
    }
}
