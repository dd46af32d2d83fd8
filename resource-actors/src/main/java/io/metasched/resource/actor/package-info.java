/**
 * Owners and domains as actors: {@link io.metasched.resource.actor.NodeOwner}, one for each node,
 * and {@link io.metasched.resource.actor.Domain}, one for each site, with the messages they
 * understand. An actor is a mailbox around a core object: what an owner or a domain decides is
 * written in the packages {@code owner} and {@code fanout}. Only here the module knows actors.
 */
@NullMarked
package io.metasched.resource.actor;

import org.jspecify.annotations.NullMarked;
