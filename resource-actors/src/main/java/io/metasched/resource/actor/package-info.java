/**
 * Owners and domains as actors: one {@link io.metasched.resource.actor.NodeOwner} for each node,
 * and one {@link io.metasched.resource.actor.Domain} for each site. Each protocol of a domain has a
 * class with its messages, handlers and rounds of orders to owners. An actor is a mailbox around a
 * core object: the decisions of owners and domains are implemented in the packages {@code owner}
 * and {@code fanout}. Only this package of the module depends on actors.
 */
@NullMarked
package io.metasched.resource.actor;

import org.jspecify.annotations.NullMarked;
