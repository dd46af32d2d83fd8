/**
 * A resource owner without its actor: the book of one node with its local jobs, holds and bookings.
 * The owner is the authority for its node; it knows spans and job ids, not why a job came or what
 * its user pays. Beside the book lies what commands to owners need wherever they are given: ids,
 * remembered answers, turns at nodes, and the gathering of answers.
 */
@NullMarked
package io.metasched.resource.owner;

import org.jspecify.annotations.NullMarked;
