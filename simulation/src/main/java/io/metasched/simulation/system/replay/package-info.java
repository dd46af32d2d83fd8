/** Logs replayed on one cluster with local schedulers. */
@NullMarked
package io.metasched.simulation.system.replay;

import org.jspecify.annotations.NullMarked;
