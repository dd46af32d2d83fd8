/** Experiments that reproduce the published tables of replays. */
@NullMarked
package io.metasched.simulation.system.replay.experiment;

import org.jspecify.annotations.NullMarked;
