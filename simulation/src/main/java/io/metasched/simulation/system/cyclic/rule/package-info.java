/** Rules of every sound cyclic run, one family of rules per file. */
@NullMarked
package io.metasched.simulation.system.cyclic.rule;

import org.jspecify.annotations.NullMarked;
