/** Logs replayed on one cluster under local schedulers. */
@NullMarked
package io.metasched.simulation.system.replay;

import org.jspecify.annotations.NullMarked;
