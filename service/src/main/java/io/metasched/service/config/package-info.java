/** Settings of the service: the only package that reads its configuration. */
@NullMarked
package io.metasched.service.config;

import org.jspecify.annotations.NullMarked;
