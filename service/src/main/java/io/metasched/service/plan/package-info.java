/**
 * What the scheduler is given and what is made of its answers: nodes, rules, the state it starts
 * from, the outcome of a cycle and of a run. No actors, no clock.
 */
@NullMarked
package io.metasched.service.plan;

import org.jspecify.annotations.NullMarked;
