/** Limits of an agent, read once from the configuration and checked. */
@NullMarked
package io.metasched.resource.broker.config;

import org.jspecify.annotations.NullMarked;
