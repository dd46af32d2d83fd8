package io.metasched.simulation.scenario;

import io.metasched.metascheduler.policy.Policies;
import io.metasched.simulation.workload.trace.Trace;
import io.metasched.simulation.workload.trace.TraceOptions;
import java.nio.file.Path;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * Inputs that a scenario names but does not contain.
 *
 * @param policies built-in policies and those of plug-ins
 * @param logs finds a log by its name in the scenario
 * @param traces reads a log
 */
public record Inputs(
    Policies policies, Function<String, Path> logs, BiFunction<Path, TraceOptions, Trace> traces) {}
