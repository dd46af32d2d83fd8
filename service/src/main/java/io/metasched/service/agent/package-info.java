/**
 * Machine side of the service: processes that run jobs, and the link to the service that plans
 * them.
 */
@NullMarked
package io.metasched.service.agent;

import org.jspecify.annotations.NullMarked;
