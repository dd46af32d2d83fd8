/**
 * The API without its server: requests read from JSON, answers written as JSON, and what may go
 * wrong as problems.
 */
@NullMarked
package io.metasched.service.api;

import org.jspecify.annotations.NullMarked;
