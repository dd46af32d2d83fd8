/** Broker as an actor: a mailbox around its rounds, with a journal. */
@NullMarked
package io.metasched.metascheduler.broker.actor;

import org.jspecify.annotations.NullMarked;
