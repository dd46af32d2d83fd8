/**
 * Deployment of the actors of this module and of the owners over several JVMs. Members form a
 * cluster by roles, host owners as sharded entities and schedulers as singleton or entities, and
 * reach actors that recover in another JVM through proxies. The actors themselves are a parameter.
 * Scenarios, model time, and starting or disturbing JVMs do not belong here.
 */
@NullMarked
package io.metasched.metascheduler.deployment;

import org.jspecify.annotations.NullMarked;
