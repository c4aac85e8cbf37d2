/** What a JUnit report has to look like, as an XML schema. */
export const junitSchema = `<?xml version="1.0" encoding="UTF-8"?>
<!-- What the JUnit readers of Jenkins, GitLab and GitHub's reporters have in common, written by hand: JUnit itself has no schema. -->
<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">
  <xs:simpleType name="count"><xs:restriction base="xs:nonNegativeInteger"/></xs:simpleType>
  <xs:simpleType name="seconds">
    <xs:restriction base="xs:decimal"><xs:minInclusive value="0"/></xs:restriction>
  </xs:simpleType>
  <xs:simpleType name="name"><xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction></xs:simpleType>
  <xs:complexType name="problem">
    <xs:simpleContent>
      <xs:extension base="xs:string">
        <xs:attribute name="message" type="xs:string" use="required"/>
        <xs:attribute name="type" type="name" use="required"/>
      </xs:extension>
    </xs:simpleContent>
  </xs:complexType>
  <xs:complexType name="skipped"><xs:attribute name="message" type="xs:string" use="required"/></xs:complexType>
  <xs:complexType name="properties">
    <xs:sequence>
      <xs:element name="property" maxOccurs="unbounded">
        <xs:complexType>
          <xs:attribute name="name" type="name" use="required"/>
          <xs:attribute name="value" type="xs:string" use="required"/>
        </xs:complexType>
      </xs:element>
    </xs:sequence>
  </xs:complexType>
  <xs:complexType name="testcase">
    <xs:sequence>
      <xs:choice minOccurs="0">
        <xs:element name="failure" type="problem"/>
        <xs:element name="error" type="problem"/>
        <xs:element name="skipped" type="skipped"/>
      </xs:choice>
      <xs:element name="system-out" type="xs:string" minOccurs="0"/>
      <xs:element name="system-err" type="xs:string" minOccurs="0"/>
    </xs:sequence>
    <xs:attribute name="classname" type="name" use="required"/>
    <xs:attribute name="name" type="name" use="required"/>
    <xs:attribute name="time" type="seconds" use="required"/>
  </xs:complexType>
  <xs:attributeGroup name="totals">
    <xs:attribute name="tests" type="count" use="required"/>
    <xs:attribute name="failures" type="count" use="required"/>
    <xs:attribute name="errors" type="count" use="required"/>
    <xs:attribute name="skipped" type="count" use="required"/>
    <xs:attribute name="time" type="seconds" use="required"/>
  </xs:attributeGroup>
  <xs:element name="testsuites">
    <xs:complexType>
      <xs:sequence>
        <xs:element name="testsuite" minOccurs="0" maxOccurs="unbounded">
          <xs:complexType>
            <xs:sequence>
              <xs:element name="properties" type="properties" minOccurs="0"/>
              <xs:element name="testcase" type="testcase" minOccurs="0" maxOccurs="unbounded"/>
            </xs:sequence>
            <xs:attribute name="name" type="name" use="required"/>
            <xs:attribute name="timestamp" type="xs:dateTime" use="required"/>
            <xs:attributeGroup ref="totals"/>
          </xs:complexType>
        </xs:element>
      </xs:sequence>
      <xs:attribute name="name" type="name" use="required"/>
      <xs:attributeGroup ref="totals"/>
    </xs:complexType>
  </xs:element>
</xs:schema>
`
