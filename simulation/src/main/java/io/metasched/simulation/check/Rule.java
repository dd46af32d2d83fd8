package io.metasched.simulation.check;

import java.util.function.BiConsumer;

/**
 * Something that holds in every sound run.
 *
 * @param id its name in violations
 * @param check tells the report where it does not hold; throws nothing, whatever the rows say
 */
record Rule(String id, BiConsumer<RunIndex, Report> check) {}
