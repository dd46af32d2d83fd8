/** The frame of the checker: rules, violations and exact arithmetic. Knows no system. */
@NullMarked
package io.metasched.simulation.rule;

import org.jspecify.annotations.NullMarked;
