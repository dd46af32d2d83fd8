/**
 * The actors of this module and of the owners over several JVMs: members form a cluster by roles,
 * host owners as sharded entities and schedulers as singleton or entities, and reach actors that
 * recover in another JVM through proxies. Which actors these are is a parameter. What a scenario or
 * model time is, and how JVMs are started or disturbed, does not belong here.
 */
@NullMarked
package io.metasched.metascheduler.deployment;

import org.jspecify.annotations.NullMarked;
