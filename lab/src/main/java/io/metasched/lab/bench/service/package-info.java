/** Benches of the service: services that they start themselves, in this JVM or in others. */
@NullMarked
package io.metasched.lab.bench.service;

import org.jspecify.annotations.NullMarked;
