/**
 * Settings of a deployment, read once from {@code metasched.deployment}: the address at which a JVM
 * listens, the members through which it joins, its roles, keys and journal; and the actor systems
 * that are started with these settings. The settings of the deployed actors do not belong here.
 */
@NullMarked
package io.metasched.metascheduler.deployment.config;

import org.jspecify.annotations.NullMarked;
