package io.metasched.lab.bench.cyclic;

/**
 * Time of a policy's run through actors, in comparison with the engine.
 *
 * @param engineSeconds median of several runs by the engine
 * @param actorsSeconds median of an equal number of runs by actors, each after a run by the engine
 * @param ratio {@code actorsSeconds} divided by {@code engineSeconds}
 * @param messagesPerPlacedJob number of queries to domains and of answers to these queries, for
 *     planning, per booked job
 * @param bound upper bound of {@code messagesPerPlacedJob}: 2 x domains x (alternatives found + one
 *     unsuccessful search for each job of each batch), per booked job
 * @param moveMessagesPerPlacedJob number of queries and answers for moves of booked jobs, per
 *     booked job
 */
record RunRow(
    String policy,
    double engineSeconds,
    double actorsSeconds,
    double ratio,
    double messagesPerPlacedJob,
    double bound,
    double moveMessagesPerPlacedJob) {}
