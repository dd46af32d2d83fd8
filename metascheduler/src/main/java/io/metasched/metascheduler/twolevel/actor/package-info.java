/** Grid scheduler as an actor: a mailbox around its queue and its choice of a provider. */
@NullMarked
package io.metasched.metascheduler.twolevel.actor;

import org.jspecify.annotations.NullMarked;
