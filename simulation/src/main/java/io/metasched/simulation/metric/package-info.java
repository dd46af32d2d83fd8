/** Metrics with a fast formula and an exact one, and their groups. Independent of any system. */
@NullMarked
package io.metasched.simulation.metric;

import org.jspecify.annotations.NullMarked;
