/**
 * Resource owner without its actor: the book of one node with its local jobs, holds and bookings.
 * The owner is the authority for its node. It has spans and job ids, but neither the purpose of a
 * job nor the payments of its user. The package also has utilities for all issuers of commands to
 * owners: command ids, the cache of replies, locks on nodes, and the collector of replies.
 */
@NullMarked
package io.metasched.resource.owner;

import org.jspecify.annotations.NullMarked;
