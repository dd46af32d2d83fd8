/**
 * The settings of a deployment, read once from {@code metasched.deployment}: where a JVM listens,
 * which members it joins through, which roles it has, its keys and its journal; and the actor
 * systems that are started with them. What is deployed is configured elsewhere.
 */
@NullMarked
package io.metasched.metascheduler.deployment.config;

import org.jspecify.annotations.NullMarked;
