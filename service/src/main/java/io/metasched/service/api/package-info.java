/**
 * API without its server: requests are parsed from JSON, answers are written as JSON, failures
 * become problems.
 */
@NullMarked
package io.metasched.service.api;

import org.jspecify.annotations.NullMarked;
