/** The rules of every sound run on two levels, with the choices of the grid written anew. */
@NullMarked
package io.metasched.simulation.system.twolevel.rule;

import org.jspecify.annotations.NullMarked;
