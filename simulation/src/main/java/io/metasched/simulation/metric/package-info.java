/**
 * Metrics with a fast formula and an exact formula, and groups of metrics. Independent of any
 * system.
 */
@NullMarked
package io.metasched.simulation.metric;

import org.jspecify.annotations.NullMarked;
