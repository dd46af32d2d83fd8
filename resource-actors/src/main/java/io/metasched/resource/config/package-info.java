/**
 * Settings of owners and domains, read once from the configuration and checked. Only this package
 * of the module reads the configuration. It makes no decisions.
 */
@NullMarked
package io.metasched.resource.config;

import org.jspecify.annotations.NullMarked;
