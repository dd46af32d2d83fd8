/** Metrics with a fast formula and an exact one, and how they are grouped. Knows no system. */
@NullMarked
package io.metasched.simulation.metric;

import org.jspecify.annotations.NullMarked;
