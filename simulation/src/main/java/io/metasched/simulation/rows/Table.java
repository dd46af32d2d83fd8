package io.metasched.simulation.rows;

import java.util.List;
import java.util.function.Function;

/**
 * Table of the runs of a system.
 *
 * @param format file and columns
 * @param rows rows in a run, in the order of the file
 */
public record Table<R, T>(TableFormat<T> format, Function<R, List<T>> rows) {}
