/** Agents of brokers as actors: mailboxes around the books of their nodes. */
@NullMarked
package io.metasched.resource.broker.actor;

import org.jspecify.annotations.NullMarked;
