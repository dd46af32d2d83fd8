package io.metasched.simulation.system.cyclic.bench;

/**
 * How long the run of a policy takes through actors, beside the engine.
 *
 * @param engineSeconds median of several runs by the engine
 * @param actorsSeconds median of as many runs by actors, each after one by the engine
 * @param ratio the second over the first
 * @param messagesPerPlacedJob questions to domains and their answers to plan cycles, for each job
 *     booked
 * @param bound most of them that there may be: 2 x domains x (alternatives found, and one search
 *     without any for each job of each batch), for each job booked
 * @param moveMessagesPerPlacedJob the same as the first to move booked jobs
 */
record RunRow(
    String policy,
    double engineSeconds,
    double actorsSeconds,
    double ratio,
    double messagesPerPlacedJob,
    double bound,
    double moveMessagesPerPlacedJob) {}
