/**
 * A scenario as values, and the world it stands for. How scenarios are written in files is for
 * {@code config}; how a world is run, for {@code engine}.
 */
@NullMarked
package io.metasched.simulation.scenario;

import org.jspecify.annotations.NullMarked;
