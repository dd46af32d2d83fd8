/** The settings of the service: the only place that reads its configuration. */
@NullMarked
package io.metasched.service.config;

import org.jspecify.annotations.NullMarked;
