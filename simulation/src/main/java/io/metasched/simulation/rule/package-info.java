/** Framework of the checker: rules, violations and exact arithmetic. Independent of any system. */
@NullMarked
package io.metasched.simulation.rule;

import org.jspecify.annotations.NullMarked;
