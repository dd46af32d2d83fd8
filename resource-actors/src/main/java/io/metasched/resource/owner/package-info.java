/**
 * Resource owner without its actor: the book of one node with its local jobs, holds and bookings.
 * The owner is the authority for its node. It has spans and job ids, not the reason of a job or the
 * payments of its user. In addition, the package has utilities for every issuer of commands to
 * owners: command ids, the cache of replies, locks on nodes, and the collector of replies.
 */
@NullMarked
package io.metasched.resource.owner;

import org.jspecify.annotations.NullMarked;
