/**
 * Decisions that follow from the book: cycles and the booking of their plans, commands of users and
 * owners, start and outcome of runs. No actors, no clock.
 */
@NullMarked
package io.metasched.service.plan;

import org.jspecify.annotations.NullMarked;
