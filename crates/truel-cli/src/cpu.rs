//! Whether this build and this CPU fit together.
//!
//! `.cargo/config.toml` builds for x86-64-v3 (AVX2, BMI). Such a build must say so on an older CPU
//! instead of dying by an illegal instruction. A build by `cargo install` does not see that file:
//! it runs anywhere, but slower, and says so too.

/// Whether this build uses the instructions of x86-64-v3.
const IS_BUILT_FOR_V3: bool = cfg!(all(target_arch = "x86_64", target_feature = "avx2"));

/// Whether a faster build of truel is possible on CPUs of this kind.
const IS_SLOW_BUILD: bool = cfg!(all(target_arch = "x86_64", not(target_feature = "avx2")));

/// How a build for x86-64-v3 is made from the registry; the same flags do in a clone.
macro_rules! faster_build {
    () => {
        "RUSTFLAGS=\"-C target-cpu=x86-64-v3\" cargo install truel-cli"
    };
}

/// What `truel --version` says.
pub(crate) const VERSION: &str = if IS_SLOW_BUILD {
    concat!(
        env!("CARGO_PKG_VERSION"),
        "\nBuilt for any x86-64 CPU, so searches are slower. For CPUs since about 2013: ",
        faster_build!()
    )
} else {
    env!("CARGO_PKG_VERSION")
};

/// Says why this build cannot run here, if it cannot.
///
/// Nothing on the way to this answer may use newer instructions itself. So it does without `!mask`,
/// which would become one of them (`andn`), and `main` does nothing else before. `scripts/release`
/// tries it on an emulated older CPU.
#[inline(never)]
pub(crate) fn unfit() -> Option<&'static str> {
    if IS_BUILT_FOR_V3 && !has_v3() {
        Some(
            "truel: this build needs a CPU with x86-64-v3 (AVX2 and BMI, most since 2013); for this one: \
             RUSTFLAGS=\"\" cargo install truel-cli",
        )
    } else {
        None
    }
}

/// Says how to get a faster build, where there is one for this CPU.
pub(crate) fn faster_build() -> Option<&'static str> {
    (IS_SLOW_BUILD && has_v3()).then_some(concat!(
        "this build leaves out the faster instructions of this CPU (x86-64-v3): ",
        faster_build!()
    ))
}

/// Asks the CPU itself: `is_x86_feature_detected!` does not ask about what the build takes for
/// granted.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
fn has_v3() -> bool {
    use std::arch::x86_64::{__cpuid, __cpuid_count};

    /// SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE, AVX, F16C.
    const BASIC: u32 = 1 << 9 | 1 << 12 | 1 << 13 | 1 << 19 | 1 << 20 | 1 << 22 | 1 << 23 | 1 << 27 | 1 << 28 | 1 << 29;
    /// BMI1, AVX2, BMI2.
    const EXTENDED: u32 = 1 << 3 | 1 << 5 | 1 << 8;
    /// LAHF and SAHF, LZCNT.
    const AMD: u32 = 1 | 1 << 5;

    __cpuid(0).eax >= 7
        && __cpuid(1).ecx & BASIC == BASIC
        && __cpuid_count(7, 0).ebx & EXTENDED == EXTENDED
        && __cpuid(0x8000_0001).ecx & AMD == AMD
}

/// Only x86-64 has such levels.
#[cfg(not(target_arch = "x86_64"))]
fn has_v3() -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_build_that_runs_is_fit_to() {
        assert_eq!(unfit(), None);
        // The tests run, so the CPU has what they were built for.
        assert!(has_v3() || !IS_BUILT_FOR_V3);
    }

    #[test]
    fn only_a_slow_build_speaks_of_a_faster_one() {
        assert_eq!(VERSION.contains("RUSTFLAGS"), IS_SLOW_BUILD);
        assert_eq!(faster_build().is_some(), IS_SLOW_BUILD && has_v3());
    }
}
