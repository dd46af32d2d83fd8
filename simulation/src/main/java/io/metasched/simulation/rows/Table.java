package io.metasched.simulation.rows;

import java.util.List;
import java.util.function.Function;

/**
 * A table of the runs of a system.
 *
 * @param format its file and columns
 * @param rows its rows in a run, in the order of the file
 */
public record Table<R, T>(TableFormat<T> format, Function<R, List<T>> rows) {}
