/// How the program ends (CONTRACT of the verbs; see runtrackd(1)).
public enum ExitStatus: Int32, Sendable {
    case done = 0
    case failed = 1
    /// Wrong usage.
    case usage = 2
    /// Done, but part of the input was unusable.
    case partial = 3
    /// The settings cannot be used: EX_CONFIG of sysexits.h, which the unit takes as "need not try again".
    case configuration = 78
}
