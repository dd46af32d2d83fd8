/** Model time, its event queue, seeds and progress: what every system is simulated with. */
@NullMarked
package io.metasched.simulation.kernel;

import org.jspecify.annotations.NullMarked;
