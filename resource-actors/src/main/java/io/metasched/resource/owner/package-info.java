/**
 * A resource owner without its actor: the book of one node with its local jobs, holds and bookings.
 * The owner is the authority for its node; it knows spans and job ids, not why a job came or what
 * its user pays. Beside the book lies what every issuer of commands to owners needs: command ids,
 * the cache of replies, locks on nodes, and the collector of replies.
 */
@NullMarked
package io.metasched.resource.owner;

import org.jspecify.annotations.NullMarked;
