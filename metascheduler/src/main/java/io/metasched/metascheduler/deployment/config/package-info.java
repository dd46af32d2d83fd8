/**
 * Settings of a deployment, read once from {@code metasched.deployment}: the address at which a JVM
 * listens, the members it joins through, its roles, its keys and its journal; and the actor systems
 * that are started with them. The deployed actors are configured elsewhere.
 */
@NullMarked
package io.metasched.metascheduler.deployment.config;

import org.jspecify.annotations.NullMarked;
