//! Programs that nobody trusts, behind bubblewrap: no network, nothing to write to but a scratch folder, nobody else's
//! processes in sight, and the end of all with the end of the first.

use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The program that does it.
const BWRAP: &str = "bwrap";

/// Whether programs can be run in a sandbox on this machine; the reason why not, in one line. Tried once.
pub fn available() -> Result<(), String> {
    static TRIED: OnceLock<Result<(), String>> = OnceLock::new();
    TRIED.get_or_init(attempt).clone()
}

fn attempt() -> Result<(), String> {
    let words = wrapped(&["true".to_owned()], Path::new("/"));
    let done = Command::new(&words[0])
        .args(&words[1..])
        .stdin(Stdio::null())
        .output()
        .map_err(|_| {
            "the sandbox needs bubblewrap, which is not installed (Debian and Ubuntu: apt install bubblewrap)"
                .to_owned()
        })?;
    if done.status.success() {
        return Ok(());
    }
    let told = String::from_utf8_lossy(&done.stderr);
    let told = told.lines().next().unwrap_or("no reason given");
    Err(format!("the kernel does not let bubblewrap make a sandbox: {told}"))
}

/// The same command in a sandbox, in which only `scratch` can be written to.
pub(crate) fn wrapped(command: &[String], scratch: &Path) -> Vec<String> {
    let scratch = scratch.to_string_lossy();
    // One folder is bound writable over the read-only rest; as root of all it would undo that, and is left out.
    let writable: &[&str] = if scratch == "/" {
        &[]
    } else {
        &["--bind", &scratch, &scratch]
    };
    let fixed = [BWRAP, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"];
    let rest = ["--unshare-all", "--die-with-parent", "--new-session", "--"];
    let words = fixed.iter().chain(writable).chain(&rest).map(|word| (*word).to_owned());
    words.chain(command.iter().cloned()).collect()
}
