/**
 * Methods that rate the candidate starts of a flexible reservation by how little they disturb
 * waiting jobs.
 */
@NullMarked
package io.metasched.resource.whatif;

import org.jspecify.annotations.NullMarked;
