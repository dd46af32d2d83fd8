/**
 * Owners and domains as actors: {@link io.metasched.resource.actor.NodeOwner}, one for each node,
 * and {@link io.metasched.resource.actor.Domain}, one for each site, with a class for each of its
 * protocols: messages, handlers and rounds of orders to owners. An actor is a mailbox around a core
 * object: decisions of owners and domains are implemented in the packages {@code owner} and {@code
 * fanout}. Only this package of the module depends on actors.
 */
@NullMarked
package io.metasched.resource.actor;

import org.jspecify.annotations.NullMarked;
