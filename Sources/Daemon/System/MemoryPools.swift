internal import CSys

public enum MemoryPools {
    /// To be called in `main` before the first thread starts. What one thread allocates another frees here; with a pool for each thread the
    /// rests add up: a replay of a million points holds a quarter more.
    public static func share() { rt_share_memory_pools() }
}
