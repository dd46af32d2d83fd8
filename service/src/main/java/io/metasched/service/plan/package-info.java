/**
 * Decisions that follow from the book: a cycle and what of its plan is booked, commands of users
 * and owners, the start and the outcome of runs. No actors, no clock.
 */
@NullMarked
package io.metasched.service.plan;

import org.jspecify.annotations.NullMarked;
