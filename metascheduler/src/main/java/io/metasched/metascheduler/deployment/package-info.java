/**
 * Deployment of the actors of this module and of the owners over several JVMs. Members form a
 * cluster by roles, host owners as sharded entities and schedulers as a singleton or as entities,
 * and reach actors that recover in another JVM through proxies. The actors are a parameter. This
 * package has no scenarios and no model time, and does not start or disturb JVMs.
 */
@NullMarked
package io.metasched.metascheduler.deployment;

import org.jspecify.annotations.NullMarked;
